ALTER TABLE "delivery_queue" ADD COLUMN "retrying_seconds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "users_staff" ON "users" USING btree ("id") WHERE "users"."is_admin";