create trigger notify_queue after insert on mailbox.queue for each statement execute function mailbox.notify_queue();
