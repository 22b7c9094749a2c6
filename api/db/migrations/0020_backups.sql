CREATE TABLE "erased_accounts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"begun_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "backed_up_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "backup_failed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "backup_failure" text;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "backup_folders" text[] DEFAULT '{}' NOT NULL;