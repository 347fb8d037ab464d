ALTER TABLE "delivery_queue" DROP CONSTRAINT "delivery_queue_user_id_users_id_fk";
--> statement-breakpoint
DROP INDEX "delivery_queue_stopped";--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD COLUMN "stopped_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "delivery_queue" SET "stopped_at" = coalesce("last_attempt", "created_at") WHERE "status" IN ('waiting', 'failed');--> statement-breakpoint
-- Room on the same page for the updates of a delivery that goes well, so that they leave the indexes alone.
ALTER TABLE "delivery_queue" SET (fillfactor = 35);--> statement-breakpoint
ALTER TABLE "schedules" SET (fillfactor = 60);--> statement-breakpoint
CREATE INDEX "delivery_queue_created_at" ON "delivery_queue" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "delivery_queue_stopped" ON "delivery_queue" USING btree ("stopped_at") WHERE "delivery_queue"."stopped_at" is not null;