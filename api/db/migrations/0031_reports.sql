CREATE TABLE "decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"admin_id" uuid,
	"action" text NOT NULL,
	"number" integer,
	"person_id" uuid,
	"note" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "held_objects" (
	"path" text NOT NULL,
	"report_id" uuid NOT NULL,
	CONSTRAINT "held_objects_path_report_id_pk" PRIMARY KEY("path","report_id")
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"subject" text NOT NULL,
	"subject_id" uuid,
	"owner_id" uuid,
	"reporter_id" uuid,
	"reporter_email" text,
	"title" text NOT NULL,
	"reason" text,
	"at_seconds" double precision,
	"note" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"owner_told" boolean DEFAULT false NOT NULL,
	"evidence" jsonb,
	"held_until" timestamp (3) with time zone,
	"before" jsonb,
	"outcome" text,
	"answer" text,
	"decided_at" timestamp (3) with time zone,
	"appealed_by" text,
	"appealed_at" timestamp (3) with time zone,
	"appeal_note" text,
	"appeal_due_at" timestamp (3) with time zone,
	"appeal_answer" text,
	"appeal_decided_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cues" ADD COLUMN "taken_down" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "taken_down" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "link_paused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "held_objects" ADD CONSTRAINT "held_objects_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "decisions_at" ON "decisions" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "decisions_admin" ON "decisions" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "decisions_person" ON "decisions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "held_objects_report" ON "held_objects" USING btree ("report_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_number" ON "reports" USING btree ("number");--> statement-breakpoint
CREATE INDEX "reports_open" ON "reports" USING btree ("due_at","id") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "reports_appeals" ON "reports" USING btree ("appeal_due_at","id") WHERE appealed_at is not null and appeal_decided_at is null;--> statement-breakpoint
CREATE INDEX "reports_decided" ON "reports" USING btree ("decided_at","id") WHERE decided_at is not null;--> statement-breakpoint
CREATE INDEX "reports_subject" ON "reports" USING btree ("subject_id") WHERE subject_id is not null;--> statement-breakpoint
CREATE INDEX "reports_owner" ON "reports" USING btree ("owner_id","created_at","id") WHERE owner_id is not null;--> statement-breakpoint
CREATE INDEX "reports_reporter" ON "reports" USING btree ("reporter_id","created_at","id") WHERE reporter_id is not null;--> statement-breakpoint
CREATE INDEX "reports_held" ON "reports" USING btree ("held_until") WHERE held_until is not null;