ALTER TABLE "users" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "users_removed" ON "users" USING btree ("id") WHERE removed_at is not null;--> statement-breakpoint
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
	WHERE profile_visibility = 'public' AND removed_at IS NULL;
	RETURN NULL;
END;
$$;
