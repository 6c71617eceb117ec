"""The ratings' ledger: written here and nowhere else."""
