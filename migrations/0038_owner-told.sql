ALTER TABLE "death_certificates" ADD COLUMN "scan" text;--> statement-breakpoint
ALTER TABLE "death_reports" ADD COLUMN "sign_set_aside_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "death_reports" ADD COLUMN "told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD COLUMN "channel" text DEFAULT 'email' NOT NULL;--> statement-breakpoint
CREATE INDEX "death_reports_alive_after_release" ON "death_reports" USING btree ("submitted_at") WHERE "death_reports"."state" = 'released' and "death_reports"."stopped_at" >= "death_reports"."released_at";