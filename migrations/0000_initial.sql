CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- The normal form of a text that people search for: without capitals and accents.
CREATE FUNCTION search_text(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(normalize(lower($1), NFKD), '[\u0300-\u036f]', '', 'g');--> statement-breakpoint
-- The same in ASCII, of which trigrams are made whatever the locale of the database.
CREATE FUNCTION search_ascii(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN replace(encode(replace(search_text($1), '\', '\\')::bytea, 'escape'), '\', 'x');--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"cookie_hash" text NOT NULL,
	"user_agent" text,
	"is_new_device" boolean DEFAULT false NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"valid_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "two_factor" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"last_step" integer DEFAULT 0 NOT NULL,
	"wrong_codes_in_a_row" integer DEFAULT 0 NOT NULL,
	"wait_until" timestamp (3) with time zone,
	"recovery_salt" text NOT NULL,
	"password_when_on" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "earlier_addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"address" text NOT NULL,
	"replaced_at" timestamp (3) with time zone NOT NULL,
	"disowned_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"pending_email" text,
	"pending_email_until" timestamp (3) with time zone,
	"second_email" text,
	"second_email_verified_at" timestamp (3) with time zone,
	"pending_second_email" text,
	"pending_second_email_until" timestamp (3) with time zone,
	"password" text NOT NULL,
	"two_factor_since" timestamp (3) with time zone,
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
	"paid_through" timestamp (3) with time zone,
	"paid_since" timestamp (3) with time zone,
	"lapse_stopped_at" timestamp (3) with time zone,
	"lapse_paused_seconds" integer DEFAULT 0 NOT NULL,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"is_admin" boolean DEFAULT false NOT NULL,
	"staff_since" timestamp (3) with time zone,
	"email_notifications" boolean DEFAULT true NOT NULL,
	"sms_notifications" boolean DEFAULT false NOT NULL,
	"reminder_notifications" boolean DEFAULT true NOT NULL,
	"delivery_notifications" boolean DEFAULT true NOT NULL,
	"deletion_requested_at" timestamp (3) with time zone,
	"deletion_received" text,
	"erasure_begun_at" timestamp (3) with time zone,
	"last_sign_in_at" timestamp (3) with time zone,
	"memorialised_at" timestamp (3) with time zone,
	"died_on" date,
	"quiet_days" integer DEFAULT 0 NOT NULL,
	"suspended_at" timestamp (3) with time zone,
	"suspended_by" uuid,
	"suspension_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"viewed_by" uuid NOT NULL,
	"viewed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_role_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"proposed_by" uuid NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid
);
--> statement-breakpoint
CREATE TABLE "recipient_corrections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"access_id" uuid,
	"field" text NOT NULL,
	"old_value" text,
	"new_value" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trusted_access" (
	"id" uuid PRIMARY KEY NOT NULL,
	"report_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"generation" integer DEFAULT 1 NOT NULL,
	"token_hash" text NOT NULL,
	"told_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trusted_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"access_id" uuid NOT NULL,
	"window_began_at" timestamp (3) with time zone NOT NULL,
	"answer" text NOT NULL,
	"note" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "death_certificates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"report_id" uuid NOT NULL,
	"user_id" uuid,
	"deceased_name" text NOT NULL,
	"kind" text NOT NULL,
	"storage_key" text NOT NULL,
	"media_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"pages" integer,
	"preview" text,
	"stored_sha256" text NOT NULL,
	"stored_bytes" integer NOT NULL,
	"scan" text,
	"damaged_at" timestamp (3) with time zone,
	"unopenable_at" timestamp (3) with time zone,
	"submitted_by" text NOT NULL,
	"verified_by" uuid,
	"verified_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "death_report_approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"report_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"staff_id" uuid NOT NULL,
	"note" text NOT NULL,
	"answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "death_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"alive_token_hash" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"reporter_name" text NOT NULL,
	"reporter_email" text NOT NULL,
	"relationship" text NOT NULL,
	"reporter_user_id" uuid,
	"timezone" text NOT NULL,
	"code_id" uuid,
	"code_tries_left" integer DEFAULT 0 NOT NULL,
	"code_valid_until" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone,
	"deceased_name" text NOT NULL,
	"deceased_email" text,
	"date_of_death" date NOT NULL,
	"is_date_approximate" boolean NOT NULL,
	"other_evidence" text,
	"submitted_at" timestamp (3) with time zone,
	"matched_at" timestamp (3) with time zone,
	"user_id" uuid,
	"unsettled_since" timestamp (3) with time zone,
	"question_id" uuid,
	"proof_received_at" timestamp (3) with time zone,
	"not_before" timestamp (3) with time zone,
	"review_due_at" timestamp (3) with time zone,
	"round" integer DEFAULT 1 NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"objection_ends_at" timestamp (3) with time zone,
	"next_ask_at" timestamp (3) with time zone,
	"ask_count" integer DEFAULT 0 NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	"stopped_by" text,
	"sign_set_aside_at" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone,
	"rejected_at" timestamp (3) with time zone,
	"rejected_by" uuid,
	"rejection_note" text,
	"answered_at" timestamp (3) with time zone,
	"released_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"assigned_to" uuid,
	"assigned_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "owner_questions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"proof_at" timestamp (3) with time zone,
	"asked_at" timestamp (3) with time zone,
	"asked_with_proof_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "proof_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"report_id" uuid NOT NULL,
	"proof_id" uuid,
	"round" integer NOT NULL,
	"staff_id" uuid NOT NULL,
	"viewed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"released_at" timestamp (3) with time zone NOT NULL,
	"quiet_days" integer NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" uuid,
	"revoke_reason" text
);
--> statement-breakpoint
CREATE TABLE "release_wishes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"reporters" text DEFAULT 'anyone' NOT NULL,
	"objection_days" integer,
	"stricter_reporters" text,
	"stricter_objection_days" integer,
	"stricter_until" timestamp (3) with time zone,
	"note_to_contacts" text,
	"stopping_code_hash" text,
	"stopping_code_made_at" timestamp (3) with time zone,
	"stopping_code_used_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "address_change_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"change_id" uuid NOT NULL,
	"audience" text NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"contact_name" text,
	"token_hash" text NOT NULL,
	"told_at" timestamp (3) with time zone,
	"told_by" uuid,
	"disputed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "address_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"report_id" uuid,
	"by" text NOT NULL,
	"by_name" text NOT NULL,
	"access_id" uuid,
	"staff_id" uuid,
	"delivery_id" uuid,
	"reason" text,
	"state" text NOT NULL,
	"old_email" text,
	"new_email" text,
	"old_phone" text,
	"new_phone" text,
	"old_mailing_address" text,
	"new_mailing_address" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"in_force_from" timestamp (3) with time zone,
	"disputed_at" timestamp (3) with time zone,
	"held_by" uuid,
	"settled_at" timestamp (3) with time zone,
	"settled_by" uuid,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "life_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"access_id" uuid,
	"kind" text NOT NULL,
	"note" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"staff_id" uuid,
	"staff_note" text,
	"confirmed_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text
);
--> statement-breakpoint
CREATE TABLE "keep_current_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "checkout_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"subject_id" uuid,
	"plan" text,
	"billing_period" text,
	"payer_name" text,
	"payer_email" text,
	"amount" numeric(10, 2) NOT NULL,
	"provider" text NOT NULL,
	"payment_id" text,
	"paid_at" timestamp (3) with time zone,
	"receipt_url" text,
	"declined_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"session_id" uuid NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"applied_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"checkout_session_id" uuid,
	"subscription_payment_id" uuid,
	"cause" text NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"provider" text NOT NULL,
	"payment_id" text NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"owed_since" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"started_by" uuid,
	"refused_at" timestamp (3) with time zone,
	"refusal" text,
	"refusals" integer DEFAULT 0 NOT NULL,
	"given_back_at" timestamp (3) with time zone,
	"given_back_by" uuid,
	"reference" text
);
--> statement-breakpoint
CREATE TABLE "subscription_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"provider" text NOT NULL,
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
	"changing_since" timestamp (3) with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"synced_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_notices" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"payment_id" text,
	"subscription_id" text,
	"charge_id" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"set_aside_at" timestamp (3) with time zone
);
--> statement-breakpoint
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
CREATE TABLE "account_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"percent" integer DEFAULT 0 NOT NULL,
	"ready_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"available_until" timestamp (3) with time zone,
	"file_key" text,
	"size_bytes" bigint,
	"sha256" text,
	"broken_files" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "death_news" (
	"recipient_id" uuid NOT NULL,
	"memorialised_at" timestamp (3) with time zone NOT NULL,
	"delivery_id" uuid,
	"decided_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "death_news_recipient_id_memorialised_at_pk" PRIMARY KEY("recipient_id","memorialised_at")
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
	"stopped_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone NOT NULL,
	"first_attempt" timestamp (3) with time zone,
	"retrying_seconds" integer DEFAULT 0 NOT NULL,
	"unanswered_mails" integer DEFAULT 0 NOT NULL,
	"last_unanswered_at" timestamp (3) with time zone,
	"outcome_unknown_at" timestamp (3) with time zone,
	"address_changed_at" timestamp (3) with time zone,
	"memory_approved_at" timestamp (3) with time zone,
	"memory_withdrawn_at" timestamp (3) with time zone,
	"release_revoked_at" timestamp (3) with time zone,
	"let_go_at" timestamp (3) with time zone,
	"account_paid_at" timestamp (3) with time zone,
	"token_hash" text NOT NULL,
	"sent_to" text,
	"recipient_first_name" text NOT NULL,
	"left_for" text,
	"memory_version_id" uuid,
	"delivered_at" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_holds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"message" text NOT NULL,
	"held_at" timestamp (3) with time zone NOT NULL,
	"released_at" timestamp (3) with time zone,
	"released_by" text,
	"release_note" text
);
--> statement-breakpoint
CREATE TABLE "postings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"delivery_id" uuid NOT NULL,
	"address" text NOT NULL,
	"tracking_number" text,
	"posted_at" timestamp (3) with time zone NOT NULL,
	"posted_by" uuid NOT NULL,
	"arrived_at" timestamp (3) with time zone,
	"returned_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "memory_recipients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"memory_id" uuid,
	"recipient_id" uuid NOT NULL,
	"schedule_id" uuid NOT NULL,
	"left_for" text,
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
	"release_days" integer,
	"due_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"is_delivered" boolean DEFAULT false NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"idempotency_key" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "time_zone_rules" (
	"version" text PRIMARY KEY NOT NULL,
	"done_up_to" uuid,
	"finished_at" timestamp (3) with time zone
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
CREATE TABLE "drafts" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"content" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "drafts_key" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "legacy_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"question_index" integer NOT NULL,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"type" text NOT NULL,
	"content" text,
	"personal_message" text,
	"file_key" text,
	"file_name" text,
	"file_size_bytes" bigint,
	"file_sha256" text,
	"content_type" text,
	"duration_seconds" double precision,
	"peaks" smallint[],
	"thumbnail_key" text,
	"display_key" text,
	"display_content_type" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"recipient" text NOT NULL,
	"recipient_id" uuid,
	"journal_since" timestamp (3) with time zone,
	"journal_state" text,
	"is_approved" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"checks" jsonb,
	"held_reason" text,
	"held_as" text,
	"reviewed_at" timestamp (3) with time zone,
	"reviewed_by" uuid,
	"upload_key" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memory_openings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"memory_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"opened_by" uuid NOT NULL,
	"reason" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memory_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"memory_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"type" text NOT NULL,
	"content" text,
	"personal_message" text,
	"file_key" text,
	"file_name" text,
	"file_size_bytes" bigint,
	"file_sha256" text,
	"content_type" text,
	"duration_seconds" double precision,
	"peaks" smallint[],
	"thumbnail_key" text,
	"display_key" text,
	"display_content_type" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"kept_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"dedupe_key" text,
	"user_id" uuid,
	"to_address" text,
	"subject_id" uuid,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"token_hash" text,
	"valid_until" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"held_until" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"unwanted_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_attempt_at" timestamp (3) with time zone,
	"last_answer" text,
	"last_fault" text,
	"sent_to" text,
	"claim_id" uuid,
	"claimed_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	"outcome_unknown_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "arrears_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"paid_through" timestamp (3) with time zone NOT NULL,
	"step" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recipient_days" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient_id" uuid NOT NULL,
	"name" text NOT NULL,
	"date" date NOT NULL
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
	"owner_relationship" text,
	"known_by" text,
	"birthday" date,
	"trusted_contact" boolean DEFAULT false NOT NULL,
	"trusted_contact_told_at" timestamp (3) with time zone,
	"substitute_id" uuid,
	"held_since" timestamp (3) with time zone,
	"address_changed_at" timestamp (3) with time zone,
	"address_changed_by" text,
	"address_waits_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"started_by" uuid NOT NULL,
	"progress_at" timestamp (3) with time zone NOT NULL,
	"checked" bigint DEFAULT 0 NOT NULL,
	"total" bigint NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"last_entry_id" bigint,
	"last_hash" text,
	"faults" integer DEFAULT 0 NOT NULL,
	"first_fault_id" bigint,
	"first_fault" text
);
--> statement-breakpoint
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
	"preparing_at" timestamp (3) with time zone,
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
CREATE UNLOGGED TABLE "try_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"window_ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_chain" (
	"entry_id" bigint PRIMARY KEY NOT NULL,
	"previous_hash" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"user_id" uuid,
	"subject_id" uuid,
	"details" jsonb,
	"reason" text,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "backup_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"finished_at" timestamp (3) with time zone NOT NULL,
	"files" integer NOT NULL,
	"faults" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clock_sightings" (
	"boot_id" text PRIMARY KEY NOT NULL,
	"uptime_seconds" double precision NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_checks" (
	"key" text PRIMARY KEY NOT NULL,
	"sha256" text,
	"last_checked_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone NOT NULL,
	"broken_at" timestamp (3) with time zone,
	"fault" text,
	"mended_at" timestamp (3) with time zone
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
	"calendar" text,
	"message_id" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mailbox_messages_message_id_unique" UNIQUE("message_id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" uuid NOT NULL,
	"lines" jsonb NOT NULL,
	"amount_dollars" numeric(10, 2) NOT NULL,
	"recurring" jsonb,
	"success_url" text NOT NULL,
	"cancel_url" text NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"declined_at" timestamp (3) with time zone,
	"refunded_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sandbox_payments_reference_unique" UNIQUE("reference")
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
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_challenges" ADD CONSTRAINT "sign_in_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factor" ADD CONSTRAINT "two_factor_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earlier_addresses" ADD CONSTRAINT "earlier_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_views" ADD CONSTRAINT "account_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_role_changes" ADD CONSTRAINT "staff_role_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipient_corrections" ADD CONSTRAINT "recipient_corrections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipient_corrections" ADD CONSTRAINT "recipient_corrections_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipient_corrections" ADD CONSTRAINT "recipient_corrections_report_id_death_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."death_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipient_corrections" ADD CONSTRAINT "recipient_corrections_access_id_trusted_access_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."trusted_access"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trusted_access" ADD CONSTRAINT "trusted_access_report_id_death_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."death_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trusted_access" ADD CONSTRAINT "trusted_access_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trusted_access" ADD CONSTRAINT "trusted_access_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trusted_answers" ADD CONSTRAINT "trusted_answers_access_id_trusted_access_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."trusted_access"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "death_certificates" ADD CONSTRAINT "death_certificates_report_id_death_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."death_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "death_certificates" ADD CONSTRAINT "death_certificates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "death_report_approvals" ADD CONSTRAINT "death_report_approvals_report_id_death_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."death_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "death_reports" ADD CONSTRAINT "death_reports_reporter_user_id_users_id_fk" FOREIGN KEY ("reporter_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "death_reports" ADD CONSTRAINT "death_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "death_reports" ADD CONSTRAINT "death_reports_question_id_owner_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."owner_questions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "death_reports" ADD CONSTRAINT "death_reports_assigned_to_users_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_questions" ADD CONSTRAINT "owner_questions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_views" ADD CONSTRAINT "proof_views_report_id_death_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."death_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_views" ADD CONSTRAINT "proof_views_proof_id_death_certificates_id_fk" FOREIGN KEY ("proof_id") REFERENCES "public"."death_certificates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_wishes" ADD CONSTRAINT "release_wishes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_change_notices" ADD CONSTRAINT "address_change_notices_change_id_address_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."address_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes_report_id_death_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."death_reports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes_access_id_trusted_access_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."trusted_access"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "life_changes" ADD CONSTRAINT "life_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "life_changes" ADD CONSTRAINT "life_changes_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "life_changes" ADD CONSTRAINT "life_changes_access_id_trusted_access_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."trusted_access"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keep_current_links" ADD CONSTRAINT "keep_current_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_checkout_session_id_checkout_sessions_id_fk" FOREIGN KEY ("checkout_session_id") REFERENCES "public"."checkout_sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_subscription_payment_id_subscription_payments_id_fk" FOREIGN KEY ("subscription_payment_id") REFERENCES "public"."subscription_payments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_session_id_checkout_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."checkout_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_checkout_session_id_checkout_sessions_id_fk" FOREIGN KEY ("checkout_session_id") REFERENCES "public"."checkout_sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_subscription_payment_id_subscription_payments_id_fk" FOREIGN KEY ("subscription_payment_id") REFERENCES "public"."subscription_payments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_given_back_by_users_id_fk" FOREIGN KEY ("given_back_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_payments" ADD CONSTRAINT "subscription_payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_checkout_session_id_checkout_sessions_id_fk" FOREIGN KEY ("checkout_session_id") REFERENCES "public"."checkout_sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counselor_bookings" ADD CONSTRAINT "counselor_bookings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "therapy_requests" ADD CONSTRAINT "therapy_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "therapy_requests" ADD CONSTRAINT "therapy_requests_booking_id_counselor_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."counselor_bookings"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_exports" ADD CONSTRAINT "account_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "death_news" ADD CONSTRAINT "death_news_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "death_news" ADD CONSTRAINT "death_news_delivery_id_delivery_queue_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery_queue"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD CONSTRAINT "delivery_queue_schedule_id_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD CONSTRAINT "delivery_queue_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD CONSTRAINT "delivery_queue_memory_version_id_memory_versions_id_fk" FOREIGN KEY ("memory_version_id") REFERENCES "public"."memory_versions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_delivery_id_delivery_queue_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery_queue"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_recipients" ADD CONSTRAINT "memory_recipients_memory_id_memories_id_fk" FOREIGN KEY ("memory_id") REFERENCES "public"."memories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_recipients" ADD CONSTRAINT "memory_recipients_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_recipients" ADD CONSTRAINT "memory_recipients_schedule_id_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_memory_id_memories_id_fk" FOREIGN KEY ("memory_id") REFERENCES "public"."memories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "received_codes" ADD CONSTRAINT "received_codes_delivery_id_delivery_queue_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery_queue"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "received_devices" ADD CONSTRAINT "received_devices_delivery_id_delivery_queue_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery_queue"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_handovers" ADD CONSTRAINT "item_handovers_physical_item_id_physical_items_id_fk" FOREIGN KEY ("physical_item_id") REFERENCES "public"."physical_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_handovers" ADD CONSTRAINT "item_handovers_photo_id_physical_item_images_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."physical_item_images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "physical_item_images" ADD CONSTRAINT "physical_item_images_physical_item_id_physical_items_id_fk" FOREIGN KEY ("physical_item_id") REFERENCES "public"."physical_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "physical_items" ADD CONSTRAINT "physical_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "physical_items" ADD CONSTRAINT "physical_items_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "physical_storage_requests" ADD CONSTRAINT "physical_storage_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "physical_storage_requests" ADD CONSTRAINT "physical_storage_requests_physical_item_id_physical_items_id_fk" FOREIGN KEY ("physical_item_id") REFERENCES "public"."physical_items"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legacy_answers" ADD CONSTRAINT "legacy_answers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_openings" ADD CONSTRAINT "memory_openings_memory_id_memories_id_fk" FOREIGN KEY ("memory_id") REFERENCES "public"."memories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_openings" ADD CONSTRAINT "memory_openings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_versions" ADD CONSTRAINT "memory_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "arrears_notices" ADD CONSTRAINT "arrears_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipient_days" ADD CONSTRAINT "recipient_days_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_substitute_id_recipients_id_fk" FOREIGN KEY ("substitute_id") REFERENCES "public"."recipients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_orders" ADD CONSTRAINT "gift_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_orders" ADD CONSTRAINT "gift_orders_memory_id_memories_id_fk" FOREIGN KEY ("memory_id") REFERENCES "public"."memories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_memory_id_memories_id_fk" FOREIGN KEY ("memory_id") REFERENCES "public"."memories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_gift_order_id_gift_orders_id_fk" FOREIGN KEY ("gift_order_id") REFERENCES "public"."gift_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_subscriptions" ADD CONSTRAINT "sandbox_subscriptions_id_sandbox_payments_id_fk" FOREIGN KEY ("id") REFERENCES "public"."sandbox_payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_cookie_hash_key" ON "sessions" USING btree ("cookie_hash");--> statement-breakpoint
CREATE INDEX "sessions_user_id" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_created_at" ON "sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_on_new_devices" ON "sessions" USING btree ("created_at") WHERE "sessions"."is_new_device";--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_challenges_token_hash_key" ON "sign_in_challenges" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sign_in_challenges_user_id" ON "sign_in_challenges" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_in_challenges_valid_until" ON "sign_in_challenges" USING btree ("valid_until");--> statement-breakpoint
CREATE INDEX "recovery_codes_user_id" ON "recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "earlier_addresses_once" ON "earlier_addresses" USING btree ("user_id","kind","address");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_created_at" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "users_lapsing" ON "users" USING btree ("paid_through","id") WHERE "users"."subscription_plan" <> 'free' and "users"."paid_through" is not null;--> statement-breakpoint
CREATE INDEX "users_staff" ON "users" USING btree ("id") WHERE "users"."is_admin";--> statement-breakpoint
CREATE INDEX "users_to_erase" ON "users" USING btree ("deletion_requested_at") WHERE "users"."deletion_requested_at" is not null;--> statement-breakpoint
CREATE INDEX "users_by_last_name" ON "users" USING btree ((search_text("last_name" || ' ' || "first_name") collate "C"),"id");--> statement-breakpoint
CREATE INDEX "users_by_first_name" ON "users" USING btree ((search_text("first_name" || ' ' || "last_name") collate "C"),"id");--> statement-breakpoint
CREATE INDEX "users_by_address" ON "users" USING btree ((search_text("email") collate "C"),"id");--> statement-breakpoint
CREATE INDEX "users_by_part" ON "users" USING gin (search_ascii("first_name" || ' ' || "last_name" || ' ' || "first_name" || ' ' || "email") gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "account_views_user_id" ON "account_views" USING btree ("user_id","viewed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_role_changes_proposed_key" ON "staff_role_changes" USING btree ("user_id") WHERE "staff_role_changes"."state" = 'proposed';--> statement-breakpoint
CREATE INDEX "staff_role_changes_user_id" ON "staff_role_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recipient_corrections_report_id" ON "recipient_corrections" USING btree ("report_id","id");--> statement-breakpoint
CREATE INDEX "recipient_corrections_access_id" ON "recipient_corrections" USING btree ("access_id");--> statement-breakpoint
CREATE INDEX "recipient_corrections_user_id" ON "recipient_corrections" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recipient_corrections_recipient_id" ON "recipient_corrections" USING btree ("recipient_id");--> statement-breakpoint
CREATE UNIQUE INDEX "trusted_access_token_hash_key" ON "trusted_access" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "trusted_access_report_recipient_key" ON "trusted_access" USING btree ("report_id","recipient_id");--> statement-breakpoint
CREATE INDEX "trusted_access_user_id" ON "trusted_access" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "trusted_access_recipient_id" ON "trusted_access" USING btree ("recipient_id");--> statement-breakpoint
CREATE UNIQUE INDEX "trusted_answers_once" ON "trusted_answers" USING btree ("access_id","window_began_at");--> statement-breakpoint
CREATE INDEX "death_certificates_report_id" ON "death_certificates" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "death_certificates_user_id" ON "death_certificates" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "death_certificates_sha256" ON "death_certificates" USING btree ("sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "death_certificates_storage_key_key" ON "death_certificates" USING btree ("storage_key");--> statement-breakpoint
CREATE UNIQUE INDEX "death_report_approvals_once" ON "death_report_approvals" USING btree ("report_id","round","staff_id");--> statement-breakpoint
CREATE UNIQUE INDEX "death_reports_token_hash_key" ON "death_reports" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "death_reports_alive_token_hash_key" ON "death_reports" USING btree ("alive_token_hash");--> statement-breakpoint
CREATE INDEX "death_reports_state" ON "death_reports" USING btree ("state","submitted_at","id");--> statement-breakpoint
CREATE INDEX "death_reports_sent" ON "death_reports" USING btree ("submitted_at","id") WHERE "death_reports"."state" <> 'draft';--> statement-breakpoint
CREATE INDEX "death_reports_by_part" ON "death_reports" USING gin (search_ascii("deceased_name" || ' ' || coalesce("deceased_email", '') || ' ' || "reporter_name" || ' ' || "reporter_email" || ' ' || "id"::text || ' ' || coalesce("user_id"::text, '')) gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "death_reports_user_id" ON "death_reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "death_reports_reporter" ON "death_reports" USING btree (lower("reporter_email"));--> statement-breakpoint
CREATE INDEX "death_reports_reporter_user_id" ON "death_reports" USING btree ("reporter_user_id");--> statement-breakpoint
CREATE INDEX "death_reports_to_settle" ON "death_reports" USING btree ("unsettled_since") WHERE "death_reports"."unsettled_since" is not null;--> statement-breakpoint
CREATE INDEX "death_reports_question_id" ON "death_reports" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "death_reports_to_answer" ON "death_reports" USING btree ("review_due_at") WHERE "death_reports"."state" in ('rejected', 'closed') and "death_reports"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "death_reports_to_ask" ON "death_reports" USING btree ("next_ask_at") WHERE "death_reports"."next_ask_at" is not null;--> statement-breakpoint
CREATE INDEX "death_reports_to_end" ON "death_reports" USING btree ("objection_ends_at") WHERE "death_reports"."state" = 'objection_window';--> statement-breakpoint
CREATE INDEX "death_reports_alive_after_release" ON "death_reports" USING btree ("submitted_at") WHERE "death_reports"."state" = 'released' and "death_reports"."stopped_at" >= "death_reports"."released_at";--> statement-breakpoint
CREATE INDEX "death_reports_assigned_to" ON "death_reports" USING btree ("assigned_to","submitted_at") WHERE "death_reports"."assigned_to" is not null;--> statement-breakpoint
CREATE INDEX "death_reports_drafts" ON "death_reports" USING btree ("created_at") WHERE "death_reports"."state" = 'draft';--> statement-breakpoint
CREATE UNIQUE INDEX "death_reports_one_window" ON "death_reports" USING btree ("user_id") WHERE "death_reports"."state" in ('objection_window', 'released');--> statement-breakpoint
CREATE INDEX "owner_questions_user_id" ON "owner_questions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "owner_questions_one_open" ON "owner_questions" USING btree ("user_id") WHERE "owner_questions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "owner_questions_due" ON "owner_questions" USING btree ("due_at") WHERE "owner_questions"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "proof_views_report_id" ON "proof_views" USING btree ("report_id","round");--> statement-breakpoint
CREATE UNIQUE INDEX "releases_in_force" ON "releases" USING btree ("user_id") WHERE "releases"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "releases_user_id" ON "releases" USING btree ("user_id","released_at");--> statement-breakpoint
CREATE INDEX "releases_report_id" ON "releases" USING btree ("report_id");--> statement-breakpoint
CREATE UNIQUE INDEX "release_wishes_stopping_code_hash_key" ON "release_wishes" USING btree ("stopping_code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "address_change_notices_token_hash_key" ON "address_change_notices" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "address_change_notices_change_id" ON "address_change_notices" USING btree ("change_id");--> statement-breakpoint
CREATE UNIQUE INDEX "address_changes_proposed_key" ON "address_changes" USING btree ("recipient_id") WHERE "address_changes"."state" = 'proposed';--> statement-breakpoint
CREATE INDEX "address_changes_recipient_id" ON "address_changes" USING btree ("recipient_id","created_at");--> statement-breakpoint
CREATE INDEX "address_changes_user_id" ON "address_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "address_changes_report_id" ON "address_changes" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "address_changes_access_id" ON "address_changes" USING btree ("access_id");--> statement-breakpoint
CREATE INDEX "address_changes_disputed" ON "address_changes" USING btree ("recipient_id") WHERE "address_changes"."disputed_at" is not null and "address_changes"."settled_at" is null and "address_changes"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "address_changes_state" ON "address_changes" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "life_changes_open_key" ON "life_changes" USING btree ("recipient_id","kind") WHERE "life_changes"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "life_changes_unended" ON "life_changes" USING btree ("created_at","id") WHERE "life_changes"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "life_changes_ended" ON "life_changes" USING btree ("created_at","id") WHERE "life_changes"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "life_changes_user_id" ON "life_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "life_changes_recipient_id" ON "life_changes" USING btree ("recipient_id");--> statement-breakpoint
CREATE INDEX "life_changes_access_id" ON "life_changes" USING btree ("access_id");--> statement-breakpoint
CREATE UNIQUE INDEX "keep_current_links_token_hash_key" ON "keep_current_links" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "keep_current_links_of_owner" ON "keep_current_links" USING btree ("user_id") WHERE "keep_current_links"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "keep_current_links_user_id" ON "keep_current_links" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "checkout_sessions_payment_key" ON "checkout_sessions" USING btree ("provider","payment_id");--> statement-breakpoint
CREATE INDEX "checkout_sessions_user_id" ON "checkout_sessions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "checkout_sessions_subject_id" ON "checkout_sessions" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "checkout_sessions_unpaid" ON "checkout_sessions" USING btree ("expires_at") WHERE "checkout_sessions"."paid_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_provider_key" ON "disputes" USING btree ("provider","provider_id");--> statement-breakpoint
CREATE INDEX "disputes_charge" ON "disputes" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "disputes_checkout_session_id" ON "disputes" USING btree ("checkout_session_id");--> statement-breakpoint
CREATE INDEX "disputes_subscription_payment_id" ON "disputes" USING btree ("subscription_payment_id");--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("opened_at","id") WHERE "disputes"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "disputes_closed" ON "disputes" USING btree ("opened_at","id") WHERE "disputes"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_events_session_id" ON "payment_events" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_checkout_session_key" ON "refunds" USING btree ("checkout_session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_subscription_payment_key" ON "refunds" USING btree ("subscription_payment_id");--> statement-breakpoint
CREATE INDEX "refunds_given_back_by" ON "refunds" USING btree ("given_back_by");--> statement-breakpoint
CREATE INDEX "refunds_started_by" ON "refunds" USING btree ("started_by");--> statement-breakpoint
CREATE INDEX "refunds_started" ON "refunds" USING btree ("started_at") WHERE "refunds"."started_at" is not null and "refunds"."given_back_at" is null and "refunds"."refused_at" is null;--> statement-breakpoint
CREATE INDEX "refunds_owed" ON "refunds" USING btree ("owed_since","id") WHERE "refunds"."given_back_at" is null;--> statement-breakpoint
CREATE INDEX "refunds_given_back" ON "refunds" USING btree ("owed_since","id") WHERE "refunds"."given_back_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_payments_key" ON "subscription_payments" USING btree ("subscription_id","provider_id");--> statement-breakpoint
CREATE INDEX "subscription_payments_user_id" ON "subscription_payments" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_provider_key" ON "subscriptions" USING btree ("provider","provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_of_owner" ON "subscriptions" USING btree ("user_id") WHERE "subscriptions"."replaced_at" is null;--> statement-breakpoint
CREATE INDEX "subscriptions_user_id" ON "subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "subscriptions_checkout_session_id" ON "subscriptions" USING btree ("checkout_session_id");--> statement-breakpoint
CREATE INDEX "subscriptions_to_sync" ON "subscriptions" USING btree ("synced_at") WHERE "subscriptions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "subscriptions_to_renew" ON "subscriptions" USING btree ("paid_through") WHERE "subscriptions"."replaced_at" is null and "subscriptions"."synced_at" <= "subscriptions"."paid_through";--> statement-breakpoint
CREATE INDEX "subscriptions_to_end" ON "subscriptions" USING btree ("ending_since") WHERE "subscriptions"."ending_since" is not null and "subscriptions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "payment_notices_waiting" ON "payment_notices" USING btree ("received_at","id") WHERE "payment_notices"."applied_at" is null and "payment_notices"."set_aside_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "counselor_bookings_place_key" ON "counselor_bookings" USING btree ("starts_at","session_type","place") WHERE "counselor_bookings"."place" is not null;--> statement-breakpoint
CREATE INDEX "counselor_bookings_taken" ON "counselor_bookings" USING btree ("starts_at","session_type","held_until") WHERE "counselor_bookings"."place" is not null;--> statement-breakpoint
CREATE INDEX "counselor_bookings_user_id" ON "counselor_bookings" USING btree ("user_id","starts_at");--> statement-breakpoint
CREATE INDEX "counselor_bookings_unpaid" ON "counselor_bookings" USING btree ("held_until") WHERE "counselor_bookings"."status" = 'pending' and "counselor_bookings"."paid_at" is null;--> statement-breakpoint
CREATE INDEX "counselor_bookings_link_due" ON "counselor_bookings" USING btree ("link_due_at") WHERE "counselor_bookings"."link_due_at" is not null;--> statement-breakpoint
CREATE INDEX "counselor_bookings_for_staff" ON "counselor_bookings" USING btree ((case "status" when 'pending' then case when "paid_at" is null then 2 else 0 end when 'confirmed' then 1 when 'completed' then 3 else 4 end),"starts_at","id");--> statement-breakpoint
CREATE INDEX "therapy_requests_user_id" ON "therapy_requests" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "therapy_requests_booking_id" ON "therapy_requests" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "therapy_requests_for_staff" ON "therapy_requests" USING btree ((case "status" when 'pending' then 0 when 'scheduled' then 1 when 'declined' then 2 end),"created_at","id");--> statement-breakpoint
CREATE INDEX "account_exports_user_id" ON "account_exports" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "account_exports_requested_at" ON "account_exports" USING btree ("requested_at");--> statement-breakpoint
CREATE INDEX "death_news_delivery_id" ON "death_news" USING btree ("delivery_id");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_queue_schedule_recipient_key" ON "delivery_queue" USING btree ("schedule_id","recipient_id");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_queue_token_hash_key" ON "delivery_queue" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "delivery_queue_sweep" ON "delivery_queue" USING btree ("sweep_at") WHERE "delivery_queue"."sweep_at" is not null;--> statement-breakpoint
CREATE INDEX "delivery_queue_stopped" ON "delivery_queue" USING btree ("stopped_at") WHERE "delivery_queue"."stopped_at" is not null;--> statement-breakpoint
CREATE INDEX "delivery_queue_memory_version_id" ON "delivery_queue" USING btree ("memory_version_id") WHERE "delivery_queue"."memory_version_id" is not null;--> statement-breakpoint
CREATE INDEX "delivery_queue_recipient_id" ON "delivery_queue" USING btree ("recipient_id");--> statement-breakpoint
CREATE INDEX "delivery_queue_in_arrears" ON "delivery_queue" USING btree ("user_id") WHERE "delivery_queue"."waiting_reason" = 'account_in_arrears';--> statement-breakpoint
CREATE INDEX "delivery_queue_created_at" ON "delivery_queue" USING brin ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_holds_open" ON "delivery_holds" USING btree ("reason") WHERE "delivery_holds"."released_at" is null;--> statement-breakpoint
CREATE INDEX "postings_delivery_id" ON "postings" USING btree ("delivery_id");--> statement-breakpoint
CREATE UNIQUE INDEX "postings_under_way_key" ON "postings" USING btree ("delivery_id") WHERE "postings"."arrived_at" is null and "postings"."returned_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "memory_recipients_schedule_recipient_key" ON "memory_recipients" USING btree ("schedule_id","recipient_id");--> statement-breakpoint
CREATE INDEX "memory_recipients_recipient_id" ON "memory_recipients" USING btree ("recipient_id");--> statement-breakpoint
CREATE INDEX "memory_recipients_memory_id" ON "memory_recipients" USING btree ("memory_id");--> statement-breakpoint
CREATE INDEX "schedules_user_id" ON "schedules" USING btree ("user_id","delivery_date");--> statement-breakpoint
CREATE INDEX "schedules_memory_id" ON "schedules" USING btree ("memory_id");--> statement-breakpoint
CREATE UNIQUE INDEX "schedules_user_id_idempotency_key" ON "schedules" USING btree ("user_id","idempotency_key") WHERE "schedules"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "schedules_due" ON "schedules" USING btree ("due_at","id") WHERE "schedules"."started_at" is null and "schedules"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "received_codes_delivery_id" ON "received_codes" USING btree ("delivery_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "received_devices_cookie_hash_key" ON "received_devices" USING btree ("cookie_hash");--> statement-breakpoint
CREATE INDEX "received_devices_delivery_id" ON "received_devices" USING btree ("delivery_id");--> statement-breakpoint
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
CREATE UNIQUE INDEX "legacy_answers_key" ON "legacy_answers" USING btree ("user_id","question_index");--> statement-breakpoint
CREATE INDEX "memories_user_id" ON "memories" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "memories_user_id_upload_key" ON "memories" USING btree ("user_id","upload_key");--> statement-breakpoint
CREATE INDEX "memories_user_id_type" ON "memories" USING btree ("user_id","type");--> statement-breakpoint
CREATE INDEX "memories_recipient_id" ON "memories" USING btree ("recipient_id");--> statement-breakpoint
CREATE INDEX "memories_unchecked" ON "memories" USING btree ("created_at") WHERE "memories"."checked_at" is null;--> statement-breakpoint
CREATE INDEX "memories_waiting_for_staff" ON "memories" USING btree ("checked_at","id") WHERE "memories"."held_as" = 'in_review';--> statement-breakpoint
CREATE INDEX "memories_waiting_for_owner" ON "memories" USING btree ("checked_at","id") WHERE "memories"."held_as" in ('unreadable', 'rejected');--> statement-breakpoint
CREATE INDEX "memory_openings_memory_id" ON "memory_openings" USING btree ("memory_id","opened_at");--> statement-breakpoint
CREATE INDEX "memory_openings_user_id" ON "memory_openings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "memory_versions_memory_id" ON "memory_versions" USING btree ("memory_id");--> statement-breakpoint
CREATE INDEX "memory_versions_user_id" ON "memory_versions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_mails_token_hash_key" ON "outbox_mails" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_mails_dedupe_key" ON "outbox_mails" USING btree ("dedupe_key");--> statement-breakpoint
CREATE INDEX "outbox_mails_user_id" ON "outbox_mails" USING btree ("user_id","kind");--> statement-breakpoint
CREATE INDEX "outbox_mails_to_send" ON "outbox_mails" USING btree ("created_at") WHERE "outbox_mails"."sent_at" is null and "outbox_mails"."failed_at" is null and "outbox_mails"."unwanted_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_mails_created_at" ON "outbox_mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "outbox_mails_kind" ON "outbox_mails" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "outbox_mails_failed" ON "outbox_mails" USING btree ("created_at","id") WHERE "outbox_mails"."failed_at" is not null;--> statement-breakpoint
CREATE INDEX "outbox_mails_unwanted" ON "outbox_mails" USING btree ("created_at","id") WHERE "outbox_mails"."unwanted_at" is not null;--> statement-breakpoint
CREATE INDEX "outbox_mails_claim" ON "outbox_mails" USING btree ("claim_id") WHERE "outbox_mails"."claim_id" is not null;--> statement-breakpoint
CREATE INDEX "outbox_mails_held" ON "outbox_mails" USING btree ("held_until") WHERE "outbox_mails"."held_until" is not null;--> statement-breakpoint
CREATE INDEX "outbox_mails_reserved" ON "outbox_mails" USING btree (lower("to_address")) WHERE "outbox_mails"."kind" = 'email-changed' and "outbox_mails"."used_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "arrears_notices_once" ON "arrears_notices" USING btree ("user_id","paid_through","step");--> statement-breakpoint
CREATE INDEX "recipient_days_recipient_id" ON "recipient_days" USING btree ("recipient_id","id");--> statement-breakpoint
CREATE INDEX "recipients_user_id" ON "recipients" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "recipients_substitute_id" ON "recipients" USING btree ("substitute_id") WHERE "recipients"."substitute_id" is not null;--> statement-breakpoint
CREATE INDEX "recipients_address_waits" ON "recipients" USING btree ("address_waits_until") WHERE "recipients"."address_waits_until" is not null;--> statement-breakpoint
CREATE INDEX "audit_checks_finished_at" ON "audit_checks" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "gift_orders_user_id" ON "gift_orders" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "gift_orders_memory_id" ON "gift_orders" USING btree ("memory_id");--> statement-breakpoint
CREATE INDEX "gift_orders_for_staff" ON "gift_orders" USING btree ((case "status" when 'paid' then 0 when 'preparing' then 0 when 'shipped' then 1 when 'pending' then 2 when 'delivered' then 3 when 'cancelled' then 4 end),"delivery_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "gifts_order_key" ON "gifts" USING btree ("gift_order_id","gift_type");--> statement-breakpoint
CREATE INDEX "gifts_memory_id" ON "gifts" USING btree ("memory_id");--> statement-breakpoint
CREATE INDEX "try_counts_window_ends_at" ON "try_counts" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "audit_log_subject_id" ON "audit_log" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "audit_log_user_id" ON "audit_log" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor","id") WHERE "audit_log"."actor" <> 'system';--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","id") WHERE "audit_log"."action" not in ('schedule.started', 'delivery.delivered');--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING brin ("at") WITH (autosummarize=true,pages_per_range=16);--> statement-breakpoint
CREATE INDEX "backup_runs_finished_at" ON "backup_runs" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "file_checks_next_check_at" ON "file_checks" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "file_checks_last_checked_at" ON "file_checks" USING btree ("last_checked_at");--> statement-breakpoint
CREATE INDEX "file_checks_broken" ON "file_checks" USING btree ("broken_at") WHERE "file_checks"."broken_at" is not null;--> statement-breakpoint
CREATE INDEX "mailbox_messages_newest" ON "mailbox_messages" USING btree ("sent_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
-- The outbox is below accounts, so its table does not name theirs.
ALTER TABLE "outbox_mails" ADD CONSTRAINT "outbox_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade;--> statement-breakpoint
-- Payments of a subscription stand below subscriptions, so their table does not name the one of subscriptions.
ALTER TABLE "subscription_payments" ADD CONSTRAINT "subscription_payments_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade;--> statement-breakpoint
-- Room on the same page for the next versions of a row, so that an update that changes no indexed column, such as a claim, writes no index.
ALTER TABLE "delivery_queue" SET (fillfactor = 35);--> statement-breakpoint
ALTER TABLE "schedules" SET (fillfactor = 60);--> statement-breakpoint
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% of %: the audit log is append-only', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_chain" FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE FUNCTION refuse_handover_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% of %: the chain of custody is append-only', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON "item_handovers" FOR EACH STATEMENT EXECUTE FUNCTION refuse_handover_change();--> statement-breakpoint
-- With its item, or its owner's account, an entry goes all the same: such a deletion comes from a trigger of PostgreSQL's own.
CREATE TRIGGER deleted_with_item BEFORE DELETE ON "item_handovers" FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_handover_change();
