ALTER TABLE "releases" ADD COLUMN "erased_memories" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "delete_on_death_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "cancelled_plan" jsonb;--> statement-breakpoint
CREATE INDEX "memories_delete_on_death" ON "memories" USING btree ("user_id") WHERE "memories"."delete_on_death_since" is not null;