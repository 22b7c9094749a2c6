CREATE TABLE "listed_people" (
	"user_id" uuid NOT NULL,
	"list" text NOT NULL,
	"word" text collate "C" NOT NULL,
	"sort_name" text NOT NULL,
	"location" text,
	CONSTRAINT "listed_people_user_id_list_word_pk" PRIMARY KEY("user_id","list","word")
);
--> statement-breakpoint
DROP INDEX "users_public_sports";--> statement-breakpoint
DROP INDEX "users_public_names";--> statement-breakpoint
DROP INDEX "users_public_search";--> statement-breakpoint
ALTER TABLE "listed_people" ADD CONSTRAINT "listed_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listed_people_word" ON "listed_people" USING btree ("list","word","sort_name","user_id");--> statement-breakpoint
CREATE INDEX "listed_people_county" ON "listed_people" USING btree ("location","list","word","sort_name","user_id");
--> statement-breakpoint
CREATE FUNCTION list_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM listed_people WHERE user_id IN (SELECT id FROM changed);
	INSERT INTO listed_people (user_id, list, word, sort_name, location)
	SELECT id, listed.list, listed.word, sort_name, location
	FROM changed, LATERAL (
		SELECT 'name' AS list, unnest(tsvector_to_array(name_words)) AS word
		UNION ALL
		SELECT 'any', unnest(tsvector_to_array(search_words))
		UNION ALL
		SELECT DISTINCT 'sport', unnest(sports)
	) AS listed
	WHERE profile_visibility = 'public';
	RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER list_new_people AFTER INSERT ON users REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_people();--> statement-breakpoint
CREATE TRIGGER list_changed_people AFTER UPDATE ON users REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_people();--> statement-breakpoint
INSERT INTO listed_people (user_id, list, word, sort_name, location)
SELECT id, listed.list, listed.word, sort_name, location
FROM users, LATERAL (
	SELECT 'name' AS list, unnest(tsvector_to_array(name_words)) AS word
	UNION ALL
	SELECT 'any', unnest(tsvector_to_array(search_words))
	UNION ALL
	SELECT DISTINCT 'sport', unnest(sports)
) AS listed
WHERE profile_visibility = 'public';
