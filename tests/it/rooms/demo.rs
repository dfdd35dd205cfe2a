mod contest;
mod crowd;
mod exhibition;
