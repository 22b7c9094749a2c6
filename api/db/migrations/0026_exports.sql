CREATE TABLE "exports" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"films" boolean NOT NULL,
	"part_bytes" bigint,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"build_id" uuid,
	"files_done" integer DEFAULT 0 NOT NULL,
	"files_total" integer DEFAULT 0 NOT NULL,
	"ready_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"parts" bigint[] DEFAULT '{}' NOT NULL,
	"lost" integer DEFAULT 0 NOT NULL,
	"damaged" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "objects" ADD COLUMN "served_crc32" bigint;--> statement-breakpoint
ALTER TABLE "objects" ADD COLUMN "whole_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;