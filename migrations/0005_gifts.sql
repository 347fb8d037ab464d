CREATE TABLE "gift_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"memory_id" uuid,
	"gift_type" text NOT NULL,
	"gift_details" jsonb NOT NULL,
	"recipient_name" text NOT NULL,
	"delivery_address" text NOT NULL,
	"delivery_date" date NOT NULL,
	"special_instructions" text,
	"total_amount" numeric(10, 2) NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"tracking_number" text,
	"vendor_order_id" text,
	"admin_notes" text,
	"paid_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"shipped_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gifts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"memory_id" uuid NOT NULL,
	"gift_order_id" uuid NOT NULL,
	"gift_type" text NOT NULL,
	"is_selected" boolean NOT NULL,
	"delivery_address" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "gift_orders" ADD CONSTRAINT "gift_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_orders" ADD CONSTRAINT "gift_orders_memory_id_memories_id_fk" FOREIGN KEY ("memory_id") REFERENCES "public"."memories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_memory_id_memories_id_fk" FOREIGN KEY ("memory_id") REFERENCES "public"."memories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_gift_order_id_gift_orders_id_fk" FOREIGN KEY ("gift_order_id") REFERENCES "public"."gift_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gift_orders_user_id" ON "gift_orders" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "gift_orders_memory_id" ON "gift_orders" USING btree ("memory_id");--> statement-breakpoint
CREATE INDEX "gift_orders_to_send" ON "gift_orders" USING btree ("delivery_date") WHERE "gift_orders"."status" = 'paid';--> statement-breakpoint
CREATE UNIQUE INDEX "gifts_order_key" ON "gifts" USING btree ("gift_order_id","gift_type");--> statement-breakpoint
CREATE INDEX "gifts_memory_id" ON "gifts" USING btree ("memory_id");