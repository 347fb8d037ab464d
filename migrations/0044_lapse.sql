ALTER TABLE "users" ADD COLUMN "paid_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "lapse_stopped_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "lapse_paused_seconds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "users_lapsing" ON "users" USING btree ("paid_through","id") WHERE "users"."subscription_plan" <> 'free' and "users"."paid_through" is not null;