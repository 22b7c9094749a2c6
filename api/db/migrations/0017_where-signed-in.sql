ALTER TABLE "sign_ins" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD COLUMN "browser" text;