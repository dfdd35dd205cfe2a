mod claims;
mod offers;
