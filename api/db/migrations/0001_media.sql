ALTER TABLE "leases" ADD COLUMN "wanted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "objects" ADD COLUMN "unused_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "received" bigint DEFAULT 0 NOT NULL;