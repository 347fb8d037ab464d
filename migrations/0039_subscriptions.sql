CREATE TABLE "subscription_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"plan" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"invoice_url" text,
	"is_first" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"checkout_session_id" uuid,
	"provider" text NOT NULL,
	"provider_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"status" text NOT NULL,
	"plan" text NOT NULL,
	"billing_period" text NOT NULL,
	"is_reduced" boolean NOT NULL,
	"next_plan" text,
	"next_period" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"paid_through" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"replaced_at" timestamp (3) with time zone,
	"ending_since" timestamp (3) with time zone,
	"end_cause" text,
	"version" integer DEFAULT 0 NOT NULL,
	"synced_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" uuid NOT NULL,
	"status" text NOT NULL,
	"price" jsonb NOT NULL,
	"price_since" timestamp (3) with time zone NOT NULL,
	"next_price" jsonb,
	"started_at" timestamp (3) with time zone NOT NULL,
	"period_from" timestamp (3) with time zone NOT NULL,
	"paid_through" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"declines_since" timestamp (3) with time zone,
	"credit_cents" integer DEFAULT 0 NOT NULL,
	"payments" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "checkout_sessions" ALTER COLUMN "payment_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_payments" ADD COLUMN "recurring" jsonb;--> statement-breakpoint
ALTER TABLE "sandbox_payments" ADD COLUMN "refunded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscription_payments" ADD CONSTRAINT "subscription_payments_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_checkout_session_id_checkout_sessions_id_fk" FOREIGN KEY ("checkout_session_id") REFERENCES "public"."checkout_sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_subscriptions" ADD CONSTRAINT "sandbox_subscriptions_id_sandbox_payments_id_fk" FOREIGN KEY ("id") REFERENCES "public"."sandbox_payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_payments_key" ON "subscription_payments" USING btree ("subscription_id","provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_provider_key" ON "subscriptions" USING btree ("provider","provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_of_owner" ON "subscriptions" USING btree ("user_id") WHERE "subscriptions"."replaced_at" is null;--> statement-breakpoint
CREATE INDEX "subscriptions_user_id" ON "subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "subscriptions_checkout_session_id" ON "subscriptions" USING btree ("checkout_session_id");--> statement-breakpoint
CREATE INDEX "subscriptions_to_sync" ON "subscriptions" USING btree ("synced_at") WHERE "subscriptions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "subscriptions_to_renew" ON "subscriptions" USING btree ("paid_through") WHERE "subscriptions"."replaced_at" is null and "subscriptions"."synced_at" <= "subscriptions"."paid_through";--> statement-breakpoint
CREATE INDEX "subscriptions_to_end" ON "subscriptions" USING btree ("ending_since") WHERE "subscriptions"."ending_since" is not null and "subscriptions"."ended_at" is null;--> statement-breakpoint
-- A plan is a subscription from now on: pages opened before would not begin one.
UPDATE "sandbox_payments" SET "expires_at" = now()
FROM "checkout_sessions" "session"
WHERE "session"."id" = "sandbox_payments"."reference" AND "session"."purpose" = 'subscription'
  AND "sandbox_payments"."paid_at" IS NULL AND "sandbox_payments"."expires_at" > now();
