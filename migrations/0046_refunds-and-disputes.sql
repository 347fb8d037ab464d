CREATE TABLE "disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"provider_id" text NOT NULL,
	"charge_id" text NOT NULL,
	"checkout_session_id" uuid,
	"subscription_payment_id" uuid,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"due_by" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"url" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"synced_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "payment_notices_waiting";--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD COLUMN "receipt_url" text;--> statement-breakpoint
ALTER TABLE "payment_notices" ADD COLUMN "charge_id" text;--> statement-breakpoint
ALTER TABLE "payment_notices" ADD COLUMN "set_aside_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "subscription_payment_id" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "started_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "started_by" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "refused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "refusal" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "refusals" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_checkout_session_id_checkout_sessions_id_fk" FOREIGN KEY ("checkout_session_id") REFERENCES "public"."checkout_sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_subscription_payment_id_subscription_payments_id_fk" FOREIGN KEY ("subscription_payment_id") REFERENCES "public"."subscription_payments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_provider_key" ON "disputes" USING btree ("provider","provider_id");--> statement-breakpoint
CREATE INDEX "disputes_charge" ON "disputes" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "disputes_checkout_session_id" ON "disputes" USING btree ("checkout_session_id");--> statement-breakpoint
CREATE INDEX "disputes_subscription_payment_id" ON "disputes" USING btree ("subscription_payment_id");--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("opened_at","id") WHERE "disputes"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "disputes_closed" ON "disputes" USING btree ("opened_at","id") WHERE "disputes"."closed_at" is not null;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_subscription_payment_id_subscription_payments_id_fk" FOREIGN KEY ("subscription_payment_id") REFERENCES "public"."subscription_payments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_subscription_payment_key" ON "refunds" USING btree ("subscription_payment_id");--> statement-breakpoint
CREATE INDEX "refunds_started_by" ON "refunds" USING btree ("started_by");--> statement-breakpoint
CREATE INDEX "refunds_started" ON "refunds" USING btree ("started_at") WHERE "refunds"."started_at" is not null and "refunds"."given_back_at" is null and "refunds"."refused_at" is null;--> statement-breakpoint
CREATE INDEX "payment_notices_waiting" ON "payment_notices" USING btree ("received_at","id") WHERE "payment_notices"."applied_at" is null and "payment_notices"."set_aside_at" is null;