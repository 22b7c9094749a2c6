CREATE INDEX "comments_deleted" ON "comments" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "conflicts_deleted" ON "conflicts" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "cues_deleted" ON "cues" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "dogs_deleted" ON "dogs" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "programs_deleted" ON "programs" USING btree ("deleted_at") WHERE deleted_at is not null;