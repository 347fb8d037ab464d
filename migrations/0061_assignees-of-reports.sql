DROP INDEX "gift_orders_for_staff";--> statement-breakpoint
ALTER TABLE "death_reports" ADD COLUMN "assigned_to" uuid;--> statement-breakpoint
ALTER TABLE "death_reports" ADD COLUMN "assigned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "death_reports" ADD CONSTRAINT "death_reports_assigned_to_users_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "death_reports_assigned_to" ON "death_reports" USING btree ("assigned_to","submitted_at") WHERE "death_reports"."assigned_to" is not null;--> statement-breakpoint
CREATE INDEX "gift_orders_for_staff" ON "gift_orders" USING btree ((case "status" when 'paid' then 0 when 'preparing' then 0 when 'shipped' then 1 when 'pending' then 2 when 'delivered' then 3 when 'cancelled' then 4 end),"delivery_date","id");