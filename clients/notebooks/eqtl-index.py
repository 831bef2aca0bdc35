# %% [markdown]
# # An index of your eQTL table
#
# An index answers queries by gene and region in milliseconds, for you and those you share it with. This one is read for
# the loci of a result.

# %%
import cohortium
import numpy
import pandas

registry = cohortium.connect()
results = registry.results("demo")
meta = results[results["kind"] == "ma"].iloc[0]
loci = registry.loci(meta)

# %% [markdown]
# ## The table
#
# Take your own table here: any text file with a header. This one has made-up effects at the variants of the first loci.

# %%
chance = numpy.random.default_rng(1)
parts = []
for _, locus in loci.head(4).iterrows():
    near = registry.region(meta, f"{locus['chromosome']}:{locus['start'] - 100000}-{locus['end'] + 100000}")
    gene = locus["nearest_genes"].split(",")[0]
    parts.append(near[["chromosome", "base_pair_location"]].assign(gene=gene, slope=chance.normal(size=len(near)).round(4)))
eqtl = pandas.concat(parts).sort_values(["gene", "chromosome", "base_pair_location"])
eqtl.to_csv("eqtl.tsv", sep="\t", index=False)

# %%
index = registry.create_index("eqtl.tsv", "Example eQTL", "gene,chromosome:base_pair_location", "GRCh37")
print(index["build"]["rows"], "rows")
assert index["build"]["rows"] == len(eqtl)

# %% [markdown]
# ## Rows of the index beside those of the result

# %%
locus = loci.iloc[0]
gene = locus["nearest_genes"].split(",")[0]
where = f"{locus['chromosome']}:{locus['start'] - 100000}-{locus['end'] + 100000}"
expression = registry.query(index["id"], gene, where)
both = registry.region(meta, where).merge(expression[["base_pair_location", "slope"]], on="base_pair_location")
assert len(both) == len(expression) > 0
print(both[["rsid", "base_pair_location", "beta", "neg_log_10_p_value", "slope"]].head())
print("Correlation of effects:", round(both["beta"].corr(both["slope"]), 3))
