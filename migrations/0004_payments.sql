CREATE TABLE "checkout_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"subject_id" uuid,
	"plan" text,
	"billing_period" text,
	"amount" numeric(10, 2) NOT NULL,
	"provider" text NOT NULL,
	"payment_id" text NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"declined_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"session_id" uuid NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"applied_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sandbox_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" uuid NOT NULL,
	"lines" jsonb NOT NULL,
	"amount_dollars" numeric(10, 2) NOT NULL,
	"success_url" text NOT NULL,
	"cancel_url" text NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"declined_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sandbox_payments_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "paid_through" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_session_id_checkout_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."checkout_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "checkout_sessions_payment_key" ON "checkout_sessions" USING btree ("provider","payment_id");--> statement-breakpoint
CREATE INDEX "checkout_sessions_user_id" ON "checkout_sessions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "checkout_sessions_subject_id" ON "checkout_sessions" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "checkout_sessions_unpaid" ON "checkout_sessions" USING btree ("expires_at") WHERE "checkout_sessions"."paid_at" is null;--> statement-breakpoint
CREATE INDEX "payment_events_session_id" ON "payment_events" USING btree ("session_id");