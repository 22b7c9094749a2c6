ALTER TABLE "idempotency_keys" ADD COLUMN "forgotten" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "row_id" uuid;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "row_version" integer;--> statement-breakpoint
CREATE INDEX "conflicts_row" ON "conflicts" USING btree ("entity_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_bodies" ON "idempotency_keys" USING btree ("created_at") WHERE not "idempotency_keys"."forgotten";--> statement-breakpoint
-- Conflicts of rows that were purged before this version: the next sweep purges them too, and tells devices.
-- One join per table: `not in` would read every row of all four tables for each conflict.
UPDATE "conflicts" SET "deleted_at" = '2000-01-01' WHERE "entity" <> 'profile'
	AND NOT EXISTS (SELECT FROM "videos" WHERE "videos"."id" = "entity_id")
	AND NOT EXISTS (SELECT FROM "dogs" WHERE "dogs"."id" = "entity_id")
	AND NOT EXISTS (SELECT FROM "cues" WHERE "cues"."id" = "entity_id")
	AND NOT EXISTS (SELECT FROM "programs" WHERE "programs"."id" = "entity_id");
