ALTER TABLE "videos" ADD COLUMN "weather" text;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "surface" text;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "place" text;