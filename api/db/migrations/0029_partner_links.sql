CREATE TABLE "partner_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"request_hash" "bytea",
	"partner_hash" "bytea",
	"kept_by" uuid,
	"is_direct" boolean,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "partner_links" ADD CONSTRAINT "partner_links_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_links" ADD CONSTRAINT "partner_links_kept_by_users_id_fk" FOREIGN KEY ("kept_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "partner_links_request" ON "partner_links" USING btree ("request_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_links_partner" ON "partner_links" USING btree ("partner_hash");--> statement-breakpoint
CREATE INDEX "partner_links_owner" ON "partner_links" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_links_kept" ON "partner_links" USING btree ("kept_by","owner_id") WHERE kept_by is not null;--> statement-breakpoint
CREATE INDEX "partner_links_expires" ON "partner_links" USING btree ("expires_at");