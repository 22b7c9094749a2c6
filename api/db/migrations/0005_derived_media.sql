CREATE TABLE "derivations" (
	"object_path" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "objects" ADD COLUMN "duration_seconds" double precision;--> statement-breakpoint
ALTER TABLE "objects" ADD COLUMN "derived" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "objects" ADD COLUMN "derived_from" text;--> statement-breakpoint
ALTER TABLE "objects" ADD COLUMN "derived_kind" text;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "duration_seconds" double precision;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "derived" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "derivations" ADD CONSTRAINT "derivations_object_path_objects_path_fk" FOREIGN KEY ("object_path") REFERENCES "public"."objects"("path") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "derivations_due" ON "derivations" USING btree ("due_at");--> statement-breakpoint
ALTER TABLE "objects" ADD CONSTRAINT "objects_derived_from_objects_path_fk" FOREIGN KEY ("derived_from") REFERENCES "public"."objects"("path") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "objects_derived" ON "objects" USING btree ("derived_from","derived_kind") WHERE derived_from is not null;--> statement-breakpoint
-- What was uploaded before is looked at once, in its turn.
INSERT INTO "derivations" ("object_path", "kind", "due_at") SELECT "path", CASE WHEN "media_type" LIKE 'video/%' THEN 'video' ELSE 'picture' END, now() FROM "objects";
