DROP INDEX "listed_people_word";--> statement-breakpoint
DROP INDEX "listed_people_county";--> statement-breakpoint
ALTER TABLE "listed_people" ADD COLUMN "traits" text collate "C";--> statement-breakpoint
CREATE INDEX "videos_shared" ON "videos" USING btree ("id") WHERE shared and deleted_at is null;--> statement-breakpoint
CREATE INDEX "videos_shared_video_url" ON "videos" USING btree ("video_url") WHERE shared and deleted_at is null;--> statement-breakpoint
CREATE INDEX "videos_shared_thumbnail_url" ON "videos" USING btree ("thumbnail_url") WHERE shared and deleted_at is null;--> statement-breakpoint
CREATE FUNCTION listed_traits(words text[], sports text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN octet_length(joined) <= 1000 THEN joined END
	FROM (
		SELECT E'\n' || string_agg(trait, E'\n' ORDER BY trait COLLATE "C") || E'\n' AS joined
		FROM (SELECT unnest(words) AS trait UNION ALL SELECT '=' || unnest(sports)) AS traits
	) AS all_of_them
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION list_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM listed_people WHERE user_id IN (SELECT id FROM changed);
	INSERT INTO listed_people (user_id, list, word, sort_name, location, traits)
	SELECT id, listed.list, listed.word, sort_name, location, listed.traits
	FROM changed, LATERAL (
		SELECT 'name' AS list, unnest(tsvector_to_array(name_words)) AS word, listed_traits(tsvector_to_array(name_words), sports) AS traits
		UNION ALL
		SELECT 'any', unnest(tsvector_to_array(search_words)), listed_traits(tsvector_to_array(search_words), sports)
		UNION ALL
		SELECT DISTINCT 'sport', unnest(sports), null
	) AS listed
	WHERE profile_visibility = 'public';
	RETURN NULL;
END;
$$;--> statement-breakpoint
UPDATE listed_people SET traits = listed_traits(tsvector_to_array(CASE list WHEN 'name' THEN name_words ELSE search_words END), sports)
FROM users WHERE users.id = listed_people.user_id AND list <> 'sport';--> statement-breakpoint
CREATE INDEX "listed_people_word" ON "listed_people" USING btree ("list","word","sort_name","user_id","traits");--> statement-breakpoint
CREATE INDEX "listed_people_county" ON "listed_people" USING btree ("location","list","word","sort_name","user_id","traits");
