DROP INDEX "delivery_queue_user_id";--> statement-breakpoint
-- Room in each page for the next version of a row: then an update that changes no indexed column, as a claim, writes no index.
ALTER TABLE "delivery_queue" SET (fillfactor = 60);--> statement-breakpoint
ALTER TABLE "schedules" SET (fillfactor = 70);
