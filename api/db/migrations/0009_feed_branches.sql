ALTER TABLE "feeds" ADD COLUMN "branch" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "forks" jsonb DEFAULT '{}'::jsonb NOT NULL;