CREATE TABLE "counselor_bookings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_type" text NOT NULL,
	"session_date" date NOT NULL,
	"session_time" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"place" integer,
	"price" numeric(10, 2) NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"meeting_link" text,
	"notes" text,
	"counselor_notes" text,
	"notes_shared_at" timestamp (3) with time zone,
	"held_until" timestamp (3) with time zone,
	"paid_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"cancelled_by" text,
	"link_due_at" timestamp (3) with time zone,
	"invited_at" timestamp (3) with time zone,
	"calendar_sequence" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "therapy_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_type" text NOT NULL,
	"preferred_date" date NOT NULL,
	"preferred_time" text NOT NULL,
	"reason" text,
	"special_requests" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"admin_notes" text,
	"scheduled_date" timestamp (3) with time zone,
	"therapist_assigned" text,
	"answered_at" timestamp (3) with time zone,
	"booking_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mailbox_messages" ADD COLUMN "calendar" text;--> statement-breakpoint
ALTER TABLE "counselor_bookings" ADD CONSTRAINT "counselor_bookings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "therapy_requests" ADD CONSTRAINT "therapy_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "therapy_requests" ADD CONSTRAINT "therapy_requests_booking_id_counselor_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."counselor_bookings"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "counselor_bookings_place_key" ON "counselor_bookings" USING btree ("starts_at","session_type","place") WHERE "counselor_bookings"."place" is not null;--> statement-breakpoint
CREATE INDEX "counselor_bookings_user_id" ON "counselor_bookings" USING btree ("user_id","starts_at");--> statement-breakpoint
CREATE INDEX "counselor_bookings_unpaid" ON "counselor_bookings" USING btree ("held_until") WHERE "counselor_bookings"."status" = 'pending' and "counselor_bookings"."paid_at" is null;--> statement-breakpoint
CREATE INDEX "counselor_bookings_link_due" ON "counselor_bookings" USING btree ("link_due_at") WHERE "counselor_bookings"."link_due_at" is not null;--> statement-breakpoint
CREATE INDEX "counselor_bookings_for_staff" ON "counselor_bookings" USING btree ((case "status" when 'pending' then case when "paid_at" is null then 2 else 0 end when 'confirmed' then 1 when 'completed' then 3 else 4 end),"starts_at","id");--> statement-breakpoint
CREATE INDEX "therapy_requests_user_id" ON "therapy_requests" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "therapy_requests_booking_id" ON "therapy_requests" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "therapy_requests_for_staff" ON "therapy_requests" USING btree ((case "status" when 'pending' then 0 when 'scheduled' then 1 when 'declined' then 2 end),"created_at","id");