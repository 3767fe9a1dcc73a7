"""Whether search engines may list a person's page is a consent of its own; nobody gave it so far."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0070_columns'),
    ]

    operations = [
        migrations.AddField(
            model_name='personpage',
            name='listed',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
