# %% [markdown]
# # From the first file to a meta-analysis
#
# An uploader submits two files, QC runs, a reviewer accepts them and combines them. `COHORTIUM_TOKEN` is a token of the
# reviewer (scopes read, upload, review), `COHORTIUM_UPLOADER_TOKEN` one of the uploader: nobody reviews their own files.

# %%
import math
import os

import cohortium
from cohortium import plots

reviewer = cohortium.connect()
uploader = cohortium.connect(token=os.environ["COHORTIUM_UPLOADER_TOKEN"])

# %% [markdown]
# ## Two files
#
# Take your own files here. These two are made of the variants of a result of the demo, with effects near its own.

# %%
results = reviewer.results("demo")
known = reviewer.region(results[results["title"] == "HF all, European, demo"].iloc[0], "4:1-191154276")
common = known[known["effect_allele_frequency"].between(0.1, 0.35)]


def example(path, shift):
    study = common[["chromosome", "base_pair_location", "effect_allele", "other_allele", "effect_allele_frequency"]].copy()
    study["beta"] = common["beta"] + shift * common["standard_error"]
    study["standard_error"] = common["standard_error"] * 1.5
    study["p_value"] = [math.erfc(abs(z) / math.sqrt(2)) for z in study["beta"] / study["standard_error"]]
    study["n"] = 40000
    study.to_csv(path, sep="\t", index=False)
    return path


files = {"East": example("east.tsv", 0.2), "West": example("west.tsv", -0.2)}

# %% [markdown]
# ## Submit, and wait for QC
#
# The server recognises the columns. An upload that breaks off continues when you run the cell again.

# %%
submissions = {}
for name, path in files.items():
    metadata = {
        "dataSetName": f"{name} HF",
        "cohort": name,
        "phenotype": "NI_HF",
        "ancestry": "EU",
        "sex": "Not sex stratified",
        "totalSampleSize": 40000,
        "cases": 4000,
        "genomeBuild": "hg19",
    }
    submissions[name] = uploader.run_qc(uploader.submit(path, metadata))
    run = submissions[name]["run"]
    print(name, run["verdict"], run["rows_clean"], "of", run["rows_in"], "rows")

# %% [markdown]
# ## Review
#
# An acceptance repeats what QC doubts, so that nothing is overlooked. Read them before.

# %%
for name, submission in submissions.items():
    doubts = reviewer.doubts(submission)
    print(name, *doubts, sep="\n  ")
    reviewer.accept(submission, acknowledged=doubts)

# %% [markdown]
# ## Combine
#
# `cautions` lists what may be wrong with the choice. Each is confirmed by an option.

# %%
chosen = list(submissions.values())
for caution in reviewer.cautions(chosen):
    print(caution["code"], caution["title"])
meta = reviewer.meta_analysis(
    "East and West", "NI_HF", chosen, maf=0, info=0, palindromic="keep",
    few_shared=True, shared_people=True, same_cohort=True, inflated=True, doubtful_size=True,
)  # fmt: skip
print(meta["n_variants"], "variants,", meta["n_loci"], "loci")

# %%
result = f"ma:{meta['id']}"
plots.manhattan(reviewer.manhattan(result), title=meta["name"]).figure.savefig("manhattan.png")
plots.qq(reviewer.qq(result)).figure.savefig("qq.png")
print(reviewer.loci(result))
