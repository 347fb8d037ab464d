CREATE TABLE "series" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"month" integer NOT NULL,
	"day" integer NOT NULL,
	"from_year" integer NOT NULL,
	"until_year" integer NOT NULL,
	"until_age" integer,
	"local_time" text NOT NULL,
	"timezone" text NOT NULL,
	"birthday" date,
	"version" integer DEFAULT 1 NOT NULL,
	"idempotency_key" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "series_recipients" (
	"series_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	CONSTRAINT "series_recipients_series_id_recipient_id_pk" PRIMARY KEY("series_id","recipient_id")
);
--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "series_id" uuid;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "year" integer;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_recipients" ADD CONSTRAINT "series_recipients_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_recipients" ADD CONSTRAINT "series_recipients_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "series_user_id" ON "series" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "series_user_id_idempotency_key" ON "series" USING btree ("user_id","idempotency_key") WHERE "series"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "series_recipients_recipient_id" ON "series_recipients" USING btree ("recipient_id");--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "schedules_series_id_year" ON "schedules" USING btree ("series_id","year") WHERE "schedules"."series_id" is not null;