CREATE TABLE "sets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"owner_id" uuid NOT NULL,
	"video_id" uuid NOT NULL,
	"cue_id" uuid,
	"exercise" text NOT NULL,
	"step" text,
	"distance_m" double precision,
	"duration_s" double precision,
	"count" integer,
	"count_word" text,
	"distraction" text,
	"hit_means" text,
	"reps_asked" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"position" integer NOT NULL,
	"reps" text[] NOT NULL,
	"struck" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sets" ADD CONSTRAINT "sets_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sets" ADD CONSTRAINT "sets_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sets_owner" ON "sets" USING btree ("owner_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "sets_any_of_video" ON "sets" USING btree ("video_id");--> statement-breakpoint
CREATE INDEX "sets_deleted" ON "sets" USING btree ("deleted_at") WHERE deleted_at is not null;