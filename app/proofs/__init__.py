"""Where notes and runs meet: every snippet is run, compared with what was recorded, and every claim judged by it."""
