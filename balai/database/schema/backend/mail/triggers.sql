create trigger tell_queue after insert on mailbox.queue for each statement execute function mailbox.tell_queue();
