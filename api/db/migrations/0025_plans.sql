CREATE TABLE "calendar_addresses" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"owner_id" uuid NOT NULL,
	"dog_id" uuid,
	"day" date NOT NULL,
	"exercises" jsonb NOT NULL,
	"note" text,
	"video_ids" text[] NOT NULL,
	"done" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"owner_id" uuid NOT NULL,
	"dog_id" uuid,
	"name" text NOT NULL,
	"day" date NOT NULL,
	"place" text,
	"level" text,
	"entry_closes" date,
	"result" text,
	"points" double precision,
	"title_won" text,
	"shown_to_partners" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "calendar_addresses" ADD CONSTRAINT "calendar_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trials" ADD CONSTRAINT "trials_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_addresses_token" ON "calendar_addresses" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "plans_owner" ON "plans" USING btree ("owner_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "plans_day" ON "plans" USING btree ("owner_id","day") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "plans_deleted" ON "plans" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "trials_owner" ON "trials" USING btree ("owner_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "trials_day" ON "trials" USING btree ("owner_id","day") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "trials_deleted" ON "trials" USING btree ("deleted_at") WHERE deleted_at is not null;