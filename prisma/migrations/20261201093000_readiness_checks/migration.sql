-- CreateTable
CREATE TABLE "readiness_checks" (
    "id" BIGSERIAL NOT NULL,

    CONSTRAINT "readiness_checks_pkey" PRIMARY KEY ("id")
);
