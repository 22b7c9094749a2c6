DROP INDEX "comments_user";--> statement-breakpoint
DROP INDEX "users_public";--> statement-breakpoint
DROP INDEX "users_public_county";--> statement-breakpoint
DROP INDEX "cues_public";--> statement-breakpoint
DROP INDEX "cues_public_search";--> statement-breakpoint
ALTER TABLE "cues" ADD COLUMN "owner_removed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "comments_author" ON "comments" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "cues_owner_removed" ON "cues" USING btree ("owner_id") WHERE owner_removed;--> statement-breakpoint
CREATE INDEX "users_public" ON "users" USING btree ("sort_name","id") WHERE profile_visibility = 'public' and removed_at is null;--> statement-breakpoint
CREATE INDEX "users_public_county" ON "users" USING btree ("location","sort_name","id") WHERE profile_visibility = 'public' and removed_at is null;--> statement-breakpoint
CREATE INDEX "cues_public" ON "cues" USING btree ("created_at","id") WHERE visibility = 'public' and deleted_at is null and not owner_removed;--> statement-breakpoint
CREATE INDEX "cues_public_search" ON "cues" USING gin ("search_words") WHERE visibility = 'public' and deleted_at is null and not owner_removed;--> statement-breakpoint
CREATE FUNCTION unlist_cues() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.removed_at IS NULL THEN
		UPDATE cues SET owner_removed = false WHERE owner_id = NEW.id AND owner_removed;
	ELSE
		UPDATE cues SET owner_removed = true WHERE owner_id = NEW.id AND visibility = 'public' AND deleted_at IS NULL AND NOT owner_removed;
	END IF;
	RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER unlist_cues AFTER UPDATE OF removed_at ON users FOR EACH ROW
WHEN (OLD.removed_at IS DISTINCT FROM NEW.removed_at) EXECUTE FUNCTION unlist_cues();--> statement-breakpoint
UPDATE cues SET owner_removed = true
WHERE visibility = 'public' AND deleted_at IS NULL AND owner_id IN (SELECT id FROM users WHERE removed_at IS NOT NULL);
