CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE FUNCTION search_ascii(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN replace(encode(replace(search_text($1), '\', '\\')::bytea, 'escape'), '\', 'x');--> statement-breakpoint
CREATE TABLE "account_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"viewed_by" uuid NOT NULL,
	"viewed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "users_by_address_part";--> statement-breakpoint
DROP INDEX "users_by_domain";--> statement-breakpoint
ALTER TABLE "account_views" ADD CONSTRAINT "account_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_views_user_id" ON "account_views" USING btree ("user_id","viewed_at");--> statement-breakpoint
CREATE INDEX "users_by_part" ON "users" USING gin (search_ascii("first_name" || ' ' || "last_name" || ' ' || "first_name" || ' ' || "email") gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "death_reports_sent" ON "death_reports" USING btree ("submitted_at","id") WHERE "death_reports"."state" <> 'draft';--> statement-breakpoint
CREATE INDEX "death_reports_by_part" ON "death_reports" USING gin (search_ascii("deceased_name" || ' ' || coalesce("deceased_email", '') || ' ' || "reporter_name" || ' ' || "reporter_email" || ' ' || "id"::text || ' ' || coalesce("user_id"::text, '')) gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
ANALYZE "users";--> statement-breakpoint
ANALYZE "death_reports";
