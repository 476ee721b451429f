"""What is tested, a file for each subject. Each has tests(environment), which yields (name, function) pairs."""
