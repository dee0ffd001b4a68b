"""Jobs about members and their accounts."""
