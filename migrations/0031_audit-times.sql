DROP INDEX "audit_log_at";--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING brin ("at") WITH (autosummarize=true,pages_per_range=16);