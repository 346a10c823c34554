-- Tickets of the re-reads. Only a sequence hands out numbers in an order that no rollback and no other transaction undoes.
CREATE SEQUENCE "read_ticket" AS bigint;
