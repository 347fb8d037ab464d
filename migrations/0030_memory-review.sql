CREATE TABLE "memory_openings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"memory_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"opened_by" uuid NOT NULL,
	"reason" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "checks" jsonb;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "reviewed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "reviewed_by" uuid;--> statement-breakpoint
ALTER TABLE "memory_openings" ADD CONSTRAINT "memory_openings_memory_id_memories_id_fk" FOREIGN KEY ("memory_id") REFERENCES "public"."memories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_openings" ADD CONSTRAINT "memory_openings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "memory_openings_memory_id" ON "memory_openings" USING btree ("memory_id","opened_at");--> statement-breakpoint
CREATE INDEX "memory_openings_user_id" ON "memory_openings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "memories_waiting_for_staff" ON "memories" USING btree ("checked_at","id") WHERE "memories"."held_as" = 'in_review';--> statement-breakpoint
CREATE INDEX "memories_waiting_for_owner" ON "memories" USING btree ("checked_at","id") WHERE "memories"."held_as" in ('unreadable', 'rejected');