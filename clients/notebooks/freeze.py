# %% [markdown]
# # A freeze
#
# A freeze is a release: one meta-analysis for each cell of phenotype, ancestry and sex, from all accepted submissions.

# %%
from pathlib import Path

import cohortium
import pandas

registry = cohortium.connect()

document = {
    "phenotypes": ["ALL_HF"],
    "ancestries": ["EU"],
    "sexes": ["both"],
    "schemes": ["ivw"],
    "sex_difference": False,
    "options": {
        "scheme": "ivw", "genomic_control": True, "min_studies": 2, "maf": 0.01, "info": 0.6,
        "palindromic": "frequency", "multi_ancestry": False, "same_cohort": True, "shared_people": True,
        "few_shared": True, "inflated": True, "doubtful_size": True, "mixed_sex": True,
    },
    "rules": [],
    "exclude": [],
    "skip": [],
}  # fmt: skip

# %% [markdown]
# ## Plan
#
# The plan lists what each cell contains and lacks. Nothing is stored.

# %%
plan = registry.plan_freeze(document)
for cell in plan["cells"]:
    print(cell["phenotype"], cell["ancestry"], cell["sex"], cell["status"], len(cell["studies"]), "studies")
    for lack in cell["lacks"]:
        print("  lacks:", lack)

# %% [markdown]
# ## Compute
#
# Results that exist already with the same inputs and options are kept.

# %%
freeze = registry.freeze("Example release", "1.0", document)
print(freeze["state"], freeze["verdict"])
assert freeze["state"] == "finished"

# %%
table = registry.download("downloadFreezeFile", Path("cells.tsv"), id=freeze["id"], name="cells.tsv")
print(pandas.read_csv(table, sep="\t").T)
