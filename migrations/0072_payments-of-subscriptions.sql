-- The foreign key to subscriptions stays, though the table no longer declares it: payments stand below subscriptions.
ALTER TABLE "subscription_payments" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "subscription_payments" ADD COLUMN "provider" text;--> statement-breakpoint
UPDATE "subscription_payments" SET "user_id" = "subscriptions"."user_id", "provider" = "subscriptions"."provider"
FROM "subscriptions" WHERE "subscriptions"."id" = "subscription_payments"."subscription_id";--> statement-breakpoint
ALTER TABLE "subscription_payments" ALTER COLUMN "user_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription_payments" ALTER COLUMN "provider" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription_payments" ADD CONSTRAINT "subscription_payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscription_payments_user_id" ON "subscription_payments" USING btree ("user_id");
