CREATE TABLE "installation" (
	"single" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"media_store_id" uuid,
	"restored_at" timestamp (3) with time zone,
	"swept_at" timestamp (3) with time zone,
	"steady_since" timestamp (3) with time zone,
	"ages_until" timestamp (3) with time zone,
	CONSTRAINT "installation_is_single" CHECK ("installation"."single")
);
--> statement-breakpoint
CREATE TABLE "sweep_walks" (
	"name" text PRIMARY KEY NOT NULL,
	"after" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "comments_any_of_video" ON "comments" USING btree ("video_id");