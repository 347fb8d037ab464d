CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone" text,
	"address" text,
	"date_of_birth" date,
	"profile_picture" text,
	"timezone" text DEFAULT 'America/New_York' NOT NULL,
	"subscription_plan" text DEFAULT 'free' NOT NULL,
	"requested_plan" text,
	"subscription_status" text DEFAULT 'active' NOT NULL,
	"subscription_start_date" timestamp (3) with time zone,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"is_admin" boolean DEFAULT false NOT NULL,
	"email_notifications" boolean DEFAULT true NOT NULL,
	"sms_notifications" boolean DEFAULT false NOT NULL,
	"reminder_notifications" boolean DEFAULT true NOT NULL,
	"delivery_notifications" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"user_id" uuid,
	"subject_id" uuid,
	"details" jsonb
);
--> statement-breakpoint
CREATE TABLE "delivery_queue" (
	"id" uuid PRIMARY KEY NOT NULL,
	"schedule_id" uuid NOT NULL,
	"recipient_id" uuid,
	"user_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"last_attempt" timestamp (3) with time zone,
	"error_message" text,
	"waiting_reason" text,
	"attempt_after" timestamp (3) with time zone NOT NULL,
	"sweep_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone NOT NULL,
	"first_attempt" timestamp (3) with time zone,
	"token_hash" text NOT NULL,
	"sent_to" text,
	"recipient_first_name" text NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"type" text NOT NULL,
	"content" text,
	"file_url" text,
	"recipient" text NOT NULL,
	"personal_message" text,
	"is_approved" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"held_reason" text,
	"file_key" text,
	"file_name" text,
	"file_size_bytes" bigint,
	"file_sha256" text,
	"content_type" text,
	"duration_seconds" double precision,
	"thumbnail_key" text,
	"display_key" text,
	"display_content_type" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "received_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"delivery_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"tries_left" integer NOT NULL,
	"valid_until" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "received_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"delivery_id" uuid NOT NULL,
	"cookie_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recipients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text,
	"phone" text,
	"mailing_address" text,
	"relationship" text NOT NULL,
	"trusted_contact" boolean DEFAULT false NOT NULL,
	"trusted_contact_told_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memory_recipients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"memory_id" uuid,
	"recipient_id" uuid NOT NULL,
	"schedule_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"memory_id" uuid,
	"delivery_date" timestamp (3) with time zone NOT NULL,
	"delivery_type" text NOT NULL,
	"delivery_method" text DEFAULT 'digital' NOT NULL,
	"local_date" date NOT NULL,
	"local_time" text NOT NULL,
	"timezone" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"is_delivered" boolean DEFAULT false NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"owner_told_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"cookie_hash" text NOT NULL,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mailbox_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"to_address" text NOT NULL,
	"from_address" text NOT NULL,
	"subject" text,
	"text" text NOT NULL,
	"html" text,
	"message_id" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mailbox_messages_message_id_unique" UNIQUE("message_id")
);
--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD CONSTRAINT "delivery_queue_schedule_id_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD CONSTRAINT "delivery_queue_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD CONSTRAINT "delivery_queue_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "received_codes" ADD CONSTRAINT "received_codes_delivery_id_delivery_queue_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery_queue"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "received_devices" ADD CONSTRAINT "received_devices_delivery_id_delivery_queue_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery_queue"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_recipients" ADD CONSTRAINT "memory_recipients_memory_id_memories_id_fk" FOREIGN KEY ("memory_id") REFERENCES "public"."memories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_recipients" ADD CONSTRAINT "memory_recipients_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_recipients" ADD CONSTRAINT "memory_recipients_schedule_id_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_memory_id_memories_id_fk" FOREIGN KEY ("memory_id") REFERENCES "public"."memories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_created_at" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "audit_log_subject_id" ON "audit_log" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "audit_log_user_id" ON "audit_log" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_queue_schedule_recipient_key" ON "delivery_queue" USING btree ("schedule_id","recipient_id");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_queue_token_hash_key" ON "delivery_queue" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "delivery_queue_sweep" ON "delivery_queue" USING btree ("sweep_at") WHERE "delivery_queue"."sweep_at" is not null;--> statement-breakpoint
CREATE INDEX "delivery_queue_recipient_id" ON "delivery_queue" USING btree ("recipient_id");--> statement-breakpoint
CREATE INDEX "delivery_queue_user_id" ON "delivery_queue" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "memories_user_id" ON "memories" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "memories_user_id_type" ON "memories" USING btree ("user_id","type");--> statement-breakpoint
CREATE INDEX "memories_unchecked" ON "memories" USING btree ("created_at") WHERE "memories"."checked_at" is null;--> statement-breakpoint
CREATE INDEX "received_codes_delivery_id" ON "received_codes" USING btree ("delivery_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "received_devices_cookie_hash_key" ON "received_devices" USING btree ("cookie_hash");--> statement-breakpoint
CREATE INDEX "received_devices_delivery_id" ON "received_devices" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "recipients_user_id" ON "recipients" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "memory_recipients_schedule_recipient_key" ON "memory_recipients" USING btree ("schedule_id","recipient_id");--> statement-breakpoint
CREATE INDEX "memory_recipients_recipient_id" ON "memory_recipients" USING btree ("recipient_id");--> statement-breakpoint
CREATE INDEX "memory_recipients_memory_id" ON "memory_recipients" USING btree ("memory_id");--> statement-breakpoint
CREATE INDEX "schedules_user_id" ON "schedules" USING btree ("user_id","delivery_date");--> statement-breakpoint
CREATE INDEX "schedules_memory_id" ON "schedules" USING btree ("memory_id");--> statement-breakpoint
CREATE INDEX "schedules_due" ON "schedules" USING btree ("due_at") WHERE "schedules"."started_at" is null and "schedules"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "schedules_owner_to_tell" ON "schedules" USING btree ("delivered_at") WHERE "schedules"."is_delivered" and "schedules"."owner_told_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_cookie_hash_key" ON "sessions" USING btree ("cookie_hash");--> statement-breakpoint
CREATE INDEX "sessions_user_id" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mailbox_messages_newest" ON "mailbox_messages" USING btree ("sent_at" DESC NULLS LAST,"id" DESC NULLS LAST);