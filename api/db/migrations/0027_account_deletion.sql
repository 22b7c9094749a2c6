ALTER TABLE "admin_actions" ALTER COLUMN "admin_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "delete_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "users_delete_at" ON "users" USING btree ("delete_at") WHERE delete_at is not null;