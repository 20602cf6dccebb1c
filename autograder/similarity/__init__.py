"""Similar submissions: functions that share rare code, compared as normalised syntax trees."""
