CREATE TABLE "audit_checkpoints" (
	"day" date PRIMARY KEY NOT NULL,
	"entry_id" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL,
	"public_key" "bytea" NOT NULL,
	"signature" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_chain" ADD COLUMN "said_hash" "bytea";--> statement-breakpoint
ALTER TABLE "audit_chain" ADD COLUMN "salt" "bytea";--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_checkpoints" FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
-- What was said about an account goes with it; who did what, and when, stays.
CREATE FUNCTION refuse_audit_change_but_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (NEW.id, NEW.at, NEW.actor, NEW.action, NEW.user_id, NEW.subject_id)
			IS NOT DISTINCT FROM (OLD.id, OLD.at, OLD.actor, OLD.action, OLD.user_id, OLD.subject_id)
		AND num_nonnulls(NEW.details, NEW.reason, NEW.before, NEW.after) = 0
		AND NOT EXISTS (SELECT FROM users WHERE id = OLD.user_id)
		AND EXISTS (SELECT FROM audit_log WHERE action = 'account.erased' AND user_id = OLD.user_id)
	THEN RETURN NEW;
	END IF;
	RAISE EXCEPTION '% of %: the audit log is append-only', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE FUNCTION refuse_audit_chain_change_but_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (NEW.entry_id, NEW.previous_hash, NEW.hash, NEW.said_hash) IS NOT DISTINCT FROM (OLD.entry_id, OLD.previous_hash, OLD.hash, OLD.said_hash)
		AND NEW.salt IS NULL
		AND EXISTS (SELECT FROM audit_log WHERE id = OLD.entry_id AND num_nonnulls(details, reason, before, after) = 0)
	THEN RETURN NEW;
	END IF;
	RAISE EXCEPTION '% of %: the audit log is append-only', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
DROP TRIGGER append_only ON "audit_log";--> statement-breakpoint
DROP TRIGGER append_only ON "audit_chain";--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON "audit_chain" FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER only_erased BEFORE UPDATE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION refuse_audit_change_but_erasure();--> statement-breakpoint
CREATE TRIGGER only_erased BEFORE UPDATE ON "audit_chain" FOR EACH ROW EXECUTE FUNCTION refuse_audit_chain_change_but_erasure();
