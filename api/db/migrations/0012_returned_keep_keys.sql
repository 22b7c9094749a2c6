CREATE TABLE "returned_keep_keys" (
	"user_id" uuid NOT NULL,
	"key_id" text NOT NULL,
	"public_key" jsonb NOT NULL,
	"private_key" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "returned_keep_keys_user_id_key_id_pk" PRIMARY KEY("user_id","key_id")
);
--> statement-breakpoint
ALTER TABLE "returned_keep_keys" ADD CONSTRAINT "returned_keep_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;