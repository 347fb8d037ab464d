CREATE TABLE "item_handovers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"physical_item_id" uuid NOT NULL,
	"step" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL,
	"photo_id" uuid,
	"seal_number" text,
	"tracking_number" text,
	"by_id" uuid NOT NULL,
	"by_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "physical_item_images" (
	"id" uuid PRIMARY KEY NOT NULL,
	"physical_item_id" uuid NOT NULL,
	"image_key" text NOT NULL,
	"thumbnail_key" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"image_type" text NOT NULL,
	"description" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "physical_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"category" text NOT NULL,
	"estimated_value" numeric(10, 2),
	"has_insurance" boolean DEFAULT false NOT NULL,
	"insurance_value" numeric(10, 2),
	"insurance_fee" numeric(10, 2),
	"recipient_id" uuid,
	"personal_message" text,
	"delivery_instructions" text,
	"status" text DEFAULT 'stored' NOT NULL,
	"storage_location" text,
	"received_date" timestamp (3) with time zone,
	"delivery_date" timestamp (3) with time zone,
	"return_request_date" timestamp (3) with time zone,
	"return_reason" text,
	"return_fee" numeric(10, 2),
	"return_fee_paid_at" timestamp (3) with time zone,
	"hand_over_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "physical_storage_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"physical_item_id" uuid,
	"item_type" text NOT NULL,
	"item_description" text NOT NULL,
	"estimated_value" numeric(10, 2),
	"insurance_required" boolean DEFAULT false NOT NULL,
	"insurance_value" numeric(10, 2),
	"insurance_provider" text,
	"policy_number" text,
	"storage_instructions" text,
	"delivery_instructions" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"admin_notes" text,
	"storage_location" text,
	"received_date" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "item_handovers" ADD CONSTRAINT "item_handovers_physical_item_id_physical_items_id_fk" FOREIGN KEY ("physical_item_id") REFERENCES "public"."physical_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_handovers" ADD CONSTRAINT "item_handovers_photo_id_physical_item_images_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."physical_item_images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "physical_item_images" ADD CONSTRAINT "physical_item_images_physical_item_id_physical_items_id_fk" FOREIGN KEY ("physical_item_id") REFERENCES "public"."physical_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "physical_items" ADD CONSTRAINT "physical_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "physical_items" ADD CONSTRAINT "physical_items_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "physical_storage_requests" ADD CONSTRAINT "physical_storage_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "physical_storage_requests" ADD CONSTRAINT "physical_storage_requests_physical_item_id_physical_items_id_fk" FOREIGN KEY ("physical_item_id") REFERENCES "public"."physical_items"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "item_handovers_item_id" ON "item_handovers" USING btree ("physical_item_id","id");--> statement-breakpoint
CREATE INDEX "item_handovers_photo_id" ON "item_handovers" USING btree ("photo_id");--> statement-breakpoint
CREATE INDEX "physical_item_images_item_id" ON "physical_item_images" USING btree ("physical_item_id","id");--> statement-breakpoint
CREATE INDEX "physical_item_images_image_key" ON "physical_item_images" USING btree ("image_key");--> statement-breakpoint
CREATE INDEX "physical_item_images_thumbnail_key" ON "physical_item_images" USING btree ("thumbnail_key");--> statement-breakpoint
CREATE INDEX "physical_items_user_id" ON "physical_items" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "physical_items_recipient_id" ON "physical_items" USING btree ("recipient_id");--> statement-breakpoint
CREATE INDEX "physical_items_for_staff" ON "physical_items" USING btree ((case
    when "status" in ('delivered', 'returned') then 4
    when "status" = 'in_transit' then 2
    when "received_date" is null then 3
    when "status" = 'requested_return' then 0
    when "hand_over_since" is not null then 1
    else 4 end),(coalesce("return_request_date", "hand_over_since", "created_at")),"id");--> statement-breakpoint
CREATE INDEX "physical_storage_requests_user_id" ON "physical_storage_requests" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "physical_storage_requests_item_id" ON "physical_storage_requests" USING btree ("physical_item_id");--> statement-breakpoint
CREATE INDEX "physical_storage_requests_for_staff" ON "physical_storage_requests" USING btree ((case "status" when 'pending' then 0 when 'approved' then 1 when 'received' then 2 when 'declined' then 3 when 'cancelled' then 4 end),"created_at","id");--> statement-breakpoint
CREATE FUNCTION refuse_handover_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% of %: the chain of custody is append-only', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON "item_handovers" FOR EACH STATEMENT EXECUTE FUNCTION refuse_handover_change();--> statement-breakpoint
-- With its item, or its owner's account, an entry goes all the same: such a deletion comes from a trigger of PostgreSQL's own.
CREATE TRIGGER deleted_with_item BEFORE DELETE ON "item_handovers" FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_handover_change();
